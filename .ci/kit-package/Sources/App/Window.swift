import Interface
import SimbenchKit

/// Every name of the interface next to SimbenchKit, without qualification.
func interface() -> [Any.Type] {
  [
    (any App).self, (any Scene).self, (any Shape).self, (any ShapeStyle).self,
    (any InsettableShape).self, (any View).self, (any ViewModifier).self, (any VisualEffect).self,
    (any Keyframes).self, AccessibilityTraits.self, Alignment.self, AlignmentID.self, Anchor.self,
    Angle.self, AngularGradient.self, Animatable.self, AnimatableModifier.self, Animation.self,
    AnyGradient.self, AnyLayout.self, AnyShape.self, AnyTransition.self, AnyView.self,
    AppStorage.self, AsyncImage.self, Axis.self, Binding.self, BlendMode.self, Button.self,
    ButtonRole.self, Canvas.self, Capsule.self, Circle.self, Color.self, ColorScheme.self,
    ColorPicker.self, CommandMenu.self, Commands.self, ContainerRelativeShape.self,
    ContentMode.self,
    ContentTransition.self, CoordinateSpace.self, DatePicker.self, DisclosureGroup.self,
    Divider.self, DragGesture.self, DropInfo.self, Edge.self, EdgeInsets.self, Ellipse.self,
    EllipticalGradient.self, EmptyView.self, Environment.self, EnvironmentKey.self,
    EnvironmentValues.self, EventModifiers.self, FillStyle.self, FocusState.self, Font.self,
    ForEach.self, Form.self, Gauge.self, GeometryProxy.self, GeometryReader.self, Gesture.self,
    GestureState.self, Gradient.self, GraphicsContext.self, Grid.self, GridItem.self, GridRow.self,
    Group.self, GroupBox.self, HStack.self, HoverPhase.self, Image.self, ImageRenderer.self,
    KeyEquivalent.self, KeyPress.self, KeyframeTimeline.self, KeyframeTrack.self, Label.self,
    LabeledContent.self, Layout.self, LayoutDirection.self, LazyHGrid.self, LazyHStack.self,
    LazyVGrid.self, LazyVStack.self, LinearGradient.self, Link.self, List.self,
    LocalizedStringKey.self, LongPressGesture.self, MagnifyGesture.self, Material.self, Menu.self,
    MeshGradient.self, Namespace.self, NavigationLink.self, NavigationPath.self,
    NavigationSplitView.self, NavigationStack.self, Picker.self, PinnedScrollableViews.self,
    PreferenceKey.self, ProgressView.self, ProposedViewSize.self, RadialGradient.self,
    Rectangle.self, RedactionReasons.self, RenameButton.self, RotateGesture.self,
    RoundedCornerStyle.self, RoundedRectangle.self, SafeAreaRegions.self, ScenePhase.self,
    SceneStorage.self, ScrollView.self, ScrollViewProxy.self, Section.self, SecureField.self,
    SequenceGesture.self, Shader.self, ShareLink.self, Slider.self, Spacer.self,
    SpatialTapGesture.self, Spring.self, State.self, StateObject.self, Stepper.self,
    StrokeStyle.self, SubmitTriggers.self, SubscriptionView.self, SymbolVariants.self, Tab.self,
    TabView.self, Table.self, TapGesture.self, Text.self, TextAlignment.self, TextEditor.self,
    TextField.self, TimelineSchedule.self, TimelineView.self, Toggle.self, ToolbarItem.self,
    Transaction.self, Transition.self, UnevenRoundedRectangle.self, UnitCurve.self, UnitPoint.self,
    VStack.self, VerticalAlignment.self, ViewBuilder.self, ViewThatFits.self, Visibility.self,
    Window.self, WindowGroup.self, ZStack.self,
  ]
}

/// An app with a window, as its type is usually written.
struct PondApp: App {
  var body: some Scene { PondWindow() }
}

/// The window's content, a scene of the interface.
struct PondWindow: Scene {
  var canvas = SceneCanvas(widthPoints: 390, heightPoints: 844, scale: 3)
}
